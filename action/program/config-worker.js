#!/usr/bin/env node
import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);
import{fa as o}from"./chunk-CU3D6YM2.js";import{a as r}from"./chunk-LHHSE7UR.js";import"./chunk-ZU3WEEAN.js";r(o);
