export function differingFiles(one: string, other: string): readonly string[];
