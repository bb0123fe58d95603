#!/usr/bin/env node
import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);
import{k as r,l as o}from"./chunk-SUY2M3LB.js";import"./chunk-4A7PPW3A.js";import"./chunk-3W7X3PEI.js";import"./chunk-ZU3WEEAN.js";o(s=>r(process.argv.slice(2),s));
