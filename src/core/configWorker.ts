/**
 * @file The program of the worker threads for configuration files. It contains their parsers, which no other job needs.
 */
import { answerJobs } from './base/worker/answerJobs';
import { configJobs } from './config/files/configJobs';

answerJobs(configJobs);
