#!/usr/bin/env node
import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);
import{da as o}from"./chunk-3N5COZ2C.js";import{a as r}from"./chunk-7HJZNA3M.js";import"./chunk-7BPTAIER.js";r(o);
