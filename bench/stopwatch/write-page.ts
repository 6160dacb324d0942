import { rules, sum, type Count } from '../../e2e/stopwatch/hand.ts'
import { productWays } from '../../e2e/stopwatch/in-the-product.ts'
import { countText, runners, type Counts, type Runner } from '../../e2e/stopwatch/read-counts.ts'
import { taskNames, tasks, type Task } from '../../e2e/stopwatch/tasks.ts'
import { reactAdminWays } from './in-react-admin.ts'
import { refineWays } from './in-refine.ts'

const waysOf: Record<Runner, Record<Task, string>> = {
  Interline: productWays,
  'react-admin': reactAdminWays,
  refine: refineWays,
}

const ratioText = (ours: Count, theirs: Count) => (sum(ours) / sum(theirs)).toFixed(2)

/** docs/stopwatch.md, of what was counted; `view` is what making a view took. */
export function writePage(counts: Counts, view: Count): string {
  const row = (task: Task) => {
    const { Interline: ours, 'react-admin': first, refine: second } = counts[task]
    const cells = [...runners.map((runner) => countText(counts[task][runner]))]
    return `| ${[tasks[task], ...cells, ratioText(ours, first), ratioText(ours, second)].join(' | ')} |`
  }
  const ways = (task: Task) =>
    [`### ${tasks[task]}`, ...runners.map((runner) => `- ${runner}: ${waysOf[runner][task]}.`)].join('\n')
  const { booking, bulk } = counts
  return `# The stopwatch

Six tasks of an operator's day, in clicks and keys: in Interline, and in a lean react-admin and a lean refine over the same API and the same data.
\`npm run bench -- stopwatch --update\` counts all three and writes this page; \`e2e/stopwatch/stopwatch.long.spec.ts\` does the six in Interline again and
fails when one takes anything else than is written here. Each count ends with asking the API, or reading the saved file, whether the work was done.

| task | ${runners.join(' | ')} | ÷ react-admin | ÷ refine |
|---|---|---|---|---|---|
${taskNames.map(row).join('\n')}

## What the goal of a half misses
**Four of the six take at most half. Two do not**, and cannot: the name of the person is typed in all three, and its five letters alone are about half of all
that the peers take. The test holds these two to what they take now.
- *${tasks.booking}*: ${sum(booking.Interline)}, as in the peers with ${sum(booking['react-admin'])} and ${sum(booking.refine)}. A search, a status and Save are no fewer anywhere.
- *${tasks.bulk}*: ${sum(bulk.Interline)} against ${sum(bulk['react-admin'])} and ${sum(bulk.refine)}. The peers have a button for each status, which changes the rows at once. Interline has
  no boxes before the rows until they are asked for, and a window that says what will change before anything does, takes a choice among all statuses, shows how far
  it is, and takes all of it back. That is ${sum(bulk.Interline) - sum(bulk['react-admin'])} clicks more, and meant so.

## How it is counted
${rules.map((rule) => `- ${rule}`).join('\n')}
- Everybody is signed in and begins at the first screen: the dashboard in Interline, the list of drivers in the peers.
- What is set up once is not counted: in the peers it is programmed, in Interline it was made by hand. The view of last week's cancellations took
  ${sum(view)} clicks and keys, ${view.typed} of them its name. The canned replies are those of the demo.

## What the peers are
Screens that somebody who knows the framework makes in a day, with what the framework has for each task, and the shorter way where there are two
(\`bench/peers/react-admin/src/tasks\`, \`bench/peers/refine/src/tasks\`; versions in [the peers](../bench/peers/README.md)).
- Filters that one click sets, a search while one types, pages of 50 rows, so that all 50 are selected at once, a button for each status over the selected rows,
  presets of periods, an export, forms that save with Enter or one click and lead back to the list, a field for the answer that has the focus.
- Of what no framework brings they got the decisions of a review: a switch and **Reject** in each row.
- Documents are PDFs, as in the demo. The fields of both frameworks link to a file and show none, so each is opened and closed. With a viewer written by hand, on
  a page of each driver where one scrolls from document to document, a peer would need about 30 for the ten: fewer than Interline, where a key shows the next.
- They have no canned replies: what is often answered is typed.
- What was overwritten in the driver are two values of eight characters: to copy them from the entry would take no fewer clicks and keys than to type them.

## How each was done
${taskNames.map(ways).join('\n\n')}
`
}
