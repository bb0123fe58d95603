#!/usr/bin/env node
import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);
import{fa as o}from"./chunk-ZEK56KX5.js";import{a as r}from"./chunk-LHHSE7UR.js";import"./chunk-ZU3WEEAN.js";r(o);
