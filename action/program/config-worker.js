#!/usr/bin/env node
import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);
import{fa as o}from"./chunk-3W7X3PEI.js";import{a as r}from"./chunk-LHHSE7UR.js";import"./chunk-ZU3WEEAN.js";r(o);
