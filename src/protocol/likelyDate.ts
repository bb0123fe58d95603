/** The names that date fields of logs usually have, the likeliest first. */
export const usualDates: readonly string[] = ['@timestamp', 'timestamp', 'time', 'StartUTC', 'date'];

/** The date field that a time range and the order of a new search begin with. */
export function likelyDate(fields: readonly string[]): string {
  return usualDates.find((name) => fields.includes(name)) ?? fields[0] ?? '@timestamp';
}
