import { readSettings } from '@interline/shared'
import { Link } from '@interline/shared/router'
import { useSay } from '../messages.ts'

export function Footer({ release }: { release: number }) {
  const say = useSay()
  return (
    <footer className="il-footer">
      <span>{say('copyright', { year: readSettings().footerYear })}</span>
      <Link to="/releases">{say('release', { number: release })}</Link>
    </footer>
  )
}
