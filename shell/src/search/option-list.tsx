import { useEffect, useRef, type MouseEvent } from 'react'
import type { Search } from '@interline/shared/contract'
import { Icon, StatusBadge } from '@interline/shared/ui'
import { Marked } from './marked.tsx'
import type { Kind, Option } from './option.ts'
import { useT } from './texts.ts'
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
  const t = useT()
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
                isMarked={isMarkedKind(kind)}
              />
            ))}
        </div>
      ))}
    </div>
  )
}

const isMarkedKind = (kind: Kind) => kind !== 'recent'

type LineProps = Pick<OptionListProps, 'search' | 'onNear' | 'onOpen'> & {
  option: Option
  domId: string
  isChosen: boolean
  isMarked: boolean
}

function Line({ option, search, domId, isChosen, isMarked, onNear, onOpen }: LineProps) {
  const { id, icon, title, details = [], status, shortcut } = option
  const isAddress = !id.startsWith('list ')
  const text = (value: string) => (isMarked && isAddress ? <Marked text={value} search={search} /> : value)
  const openAt = (event: MouseEvent) => {
    if (event.type === 'auxclick' && event.button !== 1) return
    onOpen(option, event.ctrlKey || event.metaKey || event.button === 1)
  }
  return (
    <div
      id={domId}
      className={styles.option}
      role="option"
      aria-selected={isChosen}
      onPointerMove={() => !isChosen && onNear(id)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={openAt}
      onAuxClick={openAt}
    >
      <Icon id={icon} size={18} />
      <span className={styles.text}>
        <span className={styles.title}>{text(title)}</span>
        {details.length > 0 && (
          <span className={styles.detail}>
            {details.map((detail, at) => (
              <span key={at}>
                {at > 0 && ' · '}
                {text(detail)}
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
