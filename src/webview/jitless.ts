import * as z from 'zod/mini';

// Before any schema is made: zod otherwise tries `new Function`, which the page's content security policy reports.
z.config({ jitless: true });
