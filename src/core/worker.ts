/** @file The program of the worker threads for server text: everything in `jobs`. */
import { answerJobs } from './base/worker/answerJobs';
import { allJobs } from './jobs';

answerJobs(allJobs);
