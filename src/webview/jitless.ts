import * as z from 'zod/mini';

// Runs before any schema is made: zod would try `new Function`, which the page's content security policy reports.
z.config({ jitless: true });
