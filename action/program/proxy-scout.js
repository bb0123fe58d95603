#!/usr/bin/env node
import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);
import{k as r,l as o}from"./chunk-JHIZUNYV.js";import"./chunk-4A7PPW3A.js";import"./chunk-CU3D6YM2.js";import"./chunk-ZU3WEEAN.js";o(s=>r(process.argv.slice(2),s));
