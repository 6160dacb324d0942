import { useEffect, useRef, type MouseEvent } from 'react'
import type { Search } from '@interline/shared/contract'
import { Icon, StatusBadge } from '@interline/shared/ui'
import type { Option } from './option.ts'
import { t } from './texts.ts'
import * as styles from './search-dialog.module.css'

type OptionListProps = {
  id: string
  options: Option[]
  chosen: Option | undefined
  search: Search
  /** The options are of what was typed before. */
  isBusy: boolean
  onNear: (id: string) => void
  onOpen: (option: Option, inNewTab: boolean) => void
}

/** The options by kind, with what was searched for marked. The keyboard stays in the input above. */
export function OptionList({ id, options, chosen, search, isBusy, onNear, onOpen }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen?.id])
  const kinds = [...new Set(options.map(({ kind }) => kind))]
  return (
    <div
      ref={list}
      id={id}
      className={styles.list}
      role="listbox"
      aria-label={t('results')}
      aria-busy={isBusy}
      hidden={options.length === 0}
    >
      {kinds.map((kind) => (
        <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
          <div id={`${id}-${kind}`} className={styles.kind} role="presentation">
            {t(`kinds.${kind}`)}
          </div>
          {options
            .filter((option) => option.kind === kind)
            .map((option) => (
              <Line
                key={option.id}
                {...{ option, search, onNear, onOpen }}
                domId={`${id}-${option.id}`}
                isChosen={option === chosen}
              />
            ))}
        </div>
      ))}
    </div>
  )
}

type LineProps = Pick<OptionListProps, 'search' | 'onNear' | 'onOpen'> & {
  option: Option
  domId: string
  isChosen: boolean
}

function Line({ option, search, domId, isChosen, onNear, onOpen }: LineProps) {
  const { id, kind, icon, title, details = [], status, shortcut } = option
  const isAddress = !id.startsWith('list ')
  const text = (value: string) => (kind !== 'recent' && isAddress ? <Marked text={value} search={search} /> : value)
  const openAt = (event: MouseEvent) => {
    if (event.type === 'auxclick' && event.button !== 1) return
    onOpen(option, event.ctrlKey || event.metaKey || event.button === 1)
  }
  return (
    <div
      id={domId}
      className={`il-option ${styles.option}`}
      role="option"
      aria-selected={isChosen}
      onPointerMove={() => !isChosen && onNear(id)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={openAt}
      onAuxClick={openAt}
    >
      <Icon id={icon} size={18} />
      <span className={styles.text} translate={isAddress ? 'no' : undefined}>
        <span className={`il-cut ${styles.title}`}>{text(title)}</span>
        {details.length > 0 && (
          <span className="il-hint il-cut">
            {details.map((detail, at) => (
              <span key={at}>
                {at > 0 && <span> · </span>}
                <span>{text(detail)}</span>
              </span>
            ))}
          </span>
        )}
      </span>
      {status && <StatusBadge status={status} />}
      {shortcut && (
        <span className={styles.shortcut} aria-hidden="true">
          {shortcut.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </div>
  )
}

/** A text with what was searched for marked: the words, and the digits of a phone however it is written. */
function Marked({ text, search }: { text: string; search: Search }) {
  const pattern = patternOf(search)
  if (!pattern) return <span>{text}</span>
  // Split by what is in brackets, each second part is a match.
  return (
    <span key={`${text} ${pattern.source}`}>
      {text.split(pattern).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))}
    </span>
  )
}

function patternOf({ words, digits }: Search): RegExp | null {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const asPhone = digits === null ? [] : [[...digits].join('[^0-9]*')]
  // The longest first, so that a word that begins with another one is marked as a whole.
  const parts = [...asPhone, ...escaped].sort((a, b) => b.length - a.length)
  return parts.length > 0 ? new RegExp(`(${parts.join('|')})`, 'giu') : null
}
