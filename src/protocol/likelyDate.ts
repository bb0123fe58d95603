/** The names that date fields of logs usually have, the likeliest first. */
export const usualDates: readonly string[] = ['@timestamp', 'timestamp', 'time', 'StartUTC', 'date'];

/** The initial date field for the time range and the order of a new search. */
export function likelyDate(fields: readonly string[]): string {
  return usualDates.find((name) => fields.includes(name)) ?? fields[0] ?? '@timestamp';
}
