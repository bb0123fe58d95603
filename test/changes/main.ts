import { readFileSync } from 'node:fs';
import { readChangeCases } from './cases';
import { judgeChange } from './judge';

for (const path of process.argv.slice(2)) {
  const { version, cases } = readChangeCases(readFileSync(path, 'utf8'));
  const sums = { right: 0, unsure: 0, wrong: 0, moves: 0, movesFound: 0, cries: 0, objects: 0, objectsRight: 0 };
  const lines: string[] = [];
  for (const one of cases) {
    const judged = judgeChange(one, version);
    for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += judged[key];
    for (const line of judged.lines) lines.push(`  ${one.id} ${one.kind}: ${line}`);
  }
  console.log(`${path}: answers ${sums.right} of ${sums.right + sums.unsure + sums.wrong}, not certain ${sums.unsure}, wrong ${sums.wrong}`);
  console.log(`${path}: moves found ${sums.movesFound} of ${sums.moves} cries ${sums.cries}`);
  console.log(`${path}: objects right ${sums.objectsRight} of ${sums.objects}`);
  for (const line of lines.filter((line) => /routers \{|services \{|middlewares \{|too many/.test(line))) console.log(line);
}
