import { perLanguage } from '../l10n/language';

const ago = perLanguage((language) => new Intl.RelativeTimeFormat(language, { style: 'short' }));

const units = [
  ['second', 1_000, 60],
  ['minute', 60_000, 60],
  ['hour', 3_600_000, 48],
  ['day', 86_400_000, 60],
  ['month', 2_629_746_000, 24],
  ['year', 31_556_952_000, Number.POSITIVE_INFINITY],
] as const;

/** The distance of a moment from `now`, in whole units: `2 min. ago`. Both in milliseconds since 1970. */
export function relativeTime(at: number, now: number): string {
  for (const [unit, length, most] of units) {
    const count = Math.trunc((at - now) / length);
    if (Math.abs(count) < most) return ago().format(count === 0 ? -0 : count, unit);
  }
  return '';
}

const tickMs = 1_000;

/** Updates the times (`data-at`) below an element while they are relative. Their columns keep their widths. */
export function relativeTimes(root: HTMLElement): { show(areRelative: boolean): void } {
  let timer: ReturnType<typeof setInterval> | undefined;

  function tick(): void {
    const now = Date.now();
    for (const time of root.querySelectorAll<HTMLElement>('[data-at]')) {
      const text = relativeTime(Number(time.dataset.at), now);
      if (time.textContent !== text) time.textContent = text;
    }
  }

  return {
    show(areRelative): void {
      if (areRelative === (timer !== undefined)) return;
      clearInterval(timer);
      timer = areRelative ? setInterval(tick, tickMs) : undefined;
    },
  };
}
