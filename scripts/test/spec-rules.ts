/** The paragraphs whose rules are covered by tests. */
const paragraphs = ['2', '3', '4', '5', '6', '7', '8', '9'] as const

type Rule = { id: string; text: string }

/** Splits SPEC.md into numbered rules: one a sentence, list item or table row of the paragraphs above. */
export function rulesOf(spec: string): Rule[] {
  return paragraphs.flatMap((paragraph) => {
    const body = spec.split(/^## /m).find((part) => part.startsWith(`${paragraph}. `)) ?? ''
    let heading = ''
    const texts = body
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        if (line.startsWith('### ')) heading = `${line.slice(4).trim()}: `
        if (
          line.trim() === '' ||
          line.startsWith('#') ||
          /^\|[-|\s]+\|$/.test(line) ||
          /^\| (Route|Method) \|/.test(line)
        )
          return []
        const plain = line.replace(/^- /, '').trim()
        const sentences = plain.startsWith('|')
          ? [
              plain
                .slice(1, -1)
                .split('|')
                .map((cell) => cell.trim())
                .join(' · '),
            ]
          : plain.split(/(?<=[^.][.;])\s+(?=[A-Z])/)
        return sentences.map((sentence) => `${heading}${sentence}`)
      })
    return texts.map((text, at) => ({ id: `${paragraph}.${at + 1}`, text }))
  })
}
