/** @file The program of the worker threads for texts of servers: everything in `allJobs`. */
import { answerJobs } from './base/worker/answerJobs';
import { allJobs } from './jobs';

answerJobs(allJobs);
