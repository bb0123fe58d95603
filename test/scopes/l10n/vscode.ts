import type * as vscode from 'vscode';

export type { Uri } from 'vscode'; // error TS2305
export type Place = vscode.Uri; // error TS2694
