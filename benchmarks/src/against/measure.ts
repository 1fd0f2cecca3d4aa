import { cases } from './cases.ts';

/** Measures one case of the packages in a folder, and prints its microseconds: `node measure.ts <folder> <case>`. */
const [folder = '', name = ''] = process.argv.slice(2);
const measure = await cases[name]?.(folder);
if (!measure) throw new Error(`There is no case ${name}`);
await measure(700);
console.log(Math.min(await measure(300), await measure(300)));
process.exit();
