/** @file The program of the GitHub Action in action/. */

import { runProcess } from './program';
import { runAction } from './runAction';

runProcess(runAction);
