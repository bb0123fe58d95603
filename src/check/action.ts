/** @file The program of the GitHub Action in action/. */
import { runAction } from './runAction';
import { runProcess } from './runProcess';

runProcess(runAction);
