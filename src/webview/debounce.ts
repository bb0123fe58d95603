/** Calls back once nobody asked any more for so many milliseconds. */
export function debounce(ms: number, call: () => void): { later(): void; drop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const drop = () => clearTimeout(timer);
  return {
    drop,
    later(): void {
      drop();
      timer = setTimeout(call, ms);
    },
  };
}
