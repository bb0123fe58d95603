/** @file The program of the worker threads for texts of servers: everything in `jobs`. */
import { answerJobs } from './base/worker/answerJobs';
import { jobs } from './jobs';

answerJobs(jobs);
