#!/usr/bin/env node
import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);
import{k as r,l as o}from"./chunk-HJSSNNUK.js";import"./chunk-4A7PPW3A.js";import"./chunk-ZEK56KX5.js";import"./chunk-ZU3WEEAN.js";o(s=>r(process.argv.slice(2),s));
