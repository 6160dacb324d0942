import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../product/product.ts'

/** A command of a guide, as a person would type it, and what the guide says that it prints and how it ends. */
export type CommandStep = {
  at: string
  command: string
  /** Lines that are printed, in this order, with others between them; `…` is anything within a line. */
  prints: string[]
  code: number
  /** Whether it stays: it is not waited for longer than until it printed its lines. */
  runsOn: boolean
}

/** A file that a guide has its reader write. */
export type FileStep = { at: string; file: string; text: string }

export type Guide = {
  steps: (CommandStep | FileStep)[]
  /** The ways to say a command, from the blocks of reference: `npm run release -- pin PIN… --reason TEXT`. */
  forms: { at: string; text: string }[]
}

const note = /\s+# (?:ends with (\d+)|(runs on))$/

function commandSteps(block: { line: string; at: string }[]): CommandStep[] {
  const steps: CommandStep[] = []
  for (const { line, at } of block) {
    const typed = line.match(/^\$ (.*)$/)?.[1]
    const last = steps.at(-1)
    if (typed !== undefined) {
      const [, code = '0', stays] = typed.match(note) ?? []
      steps.push({ at, command: typed.replace(note, ''), prints: [], code: Number(code), runsOn: stays !== undefined })
    } else if (line.trim() !== '') {
      if (!last) throw new Error(`${at}: a console block starts with a command, "$ …"`)
      last.prints.push(line.trim())
    }
  }
  return steps
}

/**
 * Reads what a guide has its reader do, from its fenced blocks: `console` are commands to run, `text` are forms and
 * other text to read, and `LANGUAGE FILE` is a file to write. Throws at a block that is none of these.
 */
export function readGuide(text: string, name: string): Guide {
  const guide: Guide = { steps: [], forms: [] }
  let open: { kind: string; file: string | undefined; at: string; lines: { line: string; at: string }[] } | null = null
  for (const [index, line] of text.split('\n').entries()) {
    const at = `${name}:${index + 1}`
    const fence = line.match(/^```(\S*) ?(\S*)$/)
    if (!fence) {
      open?.lines.push({ line, at })
      continue
    }
    if (!open) {
      open = { kind: fence[1] ?? '', file: fence[2] || undefined, at, lines: [] }
      continue
    }
    const { kind, file, lines } = open
    if (kind === 'console') guide.steps.push(...commandSteps(lines))
    else if (kind === 'text')
      guide.forms.push(
        ...lines
          .filter((one) => /^np[mx] /.test(one.line))
          .map((one) => ({ at: one.at, text: one.line.replace(/\s+# .*$/, '') })),
      )
    else if (file !== undefined)
      guide.steps.push({ at: open.at, file, text: lines.map((one) => `${one.line}\n`).join('') })
    else
      throw new Error(
        `${open.at}: a block is "console" (commands that are run), "text" (forms of commands), or names the file that it is`,
      )
    open = null
  }
  if (open) throw new Error(`${open.at}: a block that does not end`)
  return guide
}

export const openGuide = (file: string): Guide => readGuide(readFileSync(join(root, file), 'utf8'), basename(file))

const wordsOf = (text: string) => text.split(/\s+/)
/** The name of a command: its words up to the first placeholder. */
const nameOf = (form: string) =>
  wordsOf(form).filter((_, at, all) => all.slice(0, at + 1).every((word) => /^(--|[a-z][a-z-]*)$/.test(word)))
const optionsOf = (text: string): string[] => text.match(/--[a-z][a-z-]*/g) ?? []

/**
 * The forms that no step runs, as `FILE:LINE command --option`. Empty when each form is run with each of its
 * options.
 */
export function formsNotRun({ forms, steps }: Guide): string[] {
  const commands = steps.flatMap((step) => ('command' in step ? [step.command] : []))
  return forms.flatMap(({ at, text }) => {
    const name = nameOf(text).join(' ')
    const runs = commands.filter((command) => `${command} `.startsWith(`${name} `))
    if (runs.length === 0) return [`${at} ${name}`]
    return optionsOf(text)
      .filter((option) => !runs.some((command) => optionsOf(command).includes(option)))
      .map((option) => `${at} ${name} ${option}`)
  })
}
