export const answer = JSON.stringify({ kind: 'page' });
