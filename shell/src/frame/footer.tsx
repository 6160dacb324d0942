import { readSettings } from '@interline/shared'
import { useSay } from '../messages.ts'

export function Footer({ release }: { release: number }) {
  const say = useSay()
  return (
    <footer className="il-footer">
      <span>{say('copyright', { year: readSettings().footerYear })}</span>
      <span>{say('release', { number: release })}</span>
    </footer>
  )
}
