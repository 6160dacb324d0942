import { isMac } from '../page/is-mac.ts'
import { useT } from './texts.ts'
import * as styles from './search-dialog.module.css'

/** What the keys do in the search, for eyes; the roles say it to screen readers. */
export function SearchHints() {
  const t = useT()
  const hints: [string[], string][] = [
    [['↑', '↓'], t('moveKeys')],
    [['↵'], t('openKey')],
    [[isMac ? '⌘' : 'Ctrl', '↵'], t('tabKeys')],
    [[t('escape')], t('closeKey')],
  ]
  return (
    <footer className={styles.hints} aria-hidden="true">
      {hints.map(([keys, text]) => (
        <span key={text}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {text}
        </span>
      ))}
    </footer>
  )
}
