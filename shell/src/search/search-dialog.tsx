import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { usePermitted } from '@interline/shared/session'
import { useNavigate } from '@interline/shared/router'
import { Icon } from '@interline/shared/ui'
import { Dialog } from '../page/dialog.tsx'
import { isMac } from '../page/is-mac.ts'
import { closeDialog } from '../page/open-dialog.ts'
import type { Option } from './option.ts'
import { OptionList } from './option-list.tsx'
import type { Place } from './places.ts'
import { rememberRecent } from './recent.ts'
import { SearchHints } from './search-hints.tsx'
import { useT } from './texts.ts'
import { useOptions } from './use-options.ts'
import * as styles from './search-dialog.module.css'

type SearchDialogProps = {
  places: Place[]
  /** What was typed for it before it was there. */
  typedBefore?: string
}

/** The search over everything: screens, people, bookings and actions, led by the keyboard. */
export function SearchDialog({ places, typedBefore = '' }: SearchDialogProps) {
  const t = useT()
  const navigate = useNavigate()
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const findsRecords = usePermitted('records:read')
  const [typed, setTyped] = useState(typedBefore)
  const [chosenId, setChosenId] = useState<string>()
  // Enter before the results of what was typed: they are waited for, those of before are not opened.
  const isEntered = useRef(false)

  const type = (text: string) => {
    setTyped(text)
    setChosenId(undefined)
    isEntered.current = false
  }
  const { options, search, term, isOutdated, error, retry } = useOptions(typed, places, type)
  const chosen = options.find(({ id }) => id === chosenId) ?? options[0]

  function open(option: Option, inNewTab: boolean) {
    if ('run' in option) {
      if (!option.staysOpen) closeDialog()
      return option.run()
    }
    rememberRecent(option)
    if (inNewTab) return void window.open(option.to, '_blank', 'noopener')
    closeDialog()
    void navigate(option.to, option.state && { state: option.state })
  }
  useEffect(() => {
    if (isOutdated || !isEntered.current) return
    isEntered.current = false
    if (chosen) open(chosen, false)
  })

  const move = (by: number) => {
    const at = chosen ? options.indexOf(chosen) : -1
    setChosenId(options[(at + by + options.length) % options.length]?.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isMod = isMac ? event.metaKey : event.ctrlKey
    if (event.nativeEvent.isComposing) return
    if (isMod && event.key.toLowerCase() === 'k') closeDialog()
    else if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && isOutdated && chosenId === undefined && !isMod) isEntered.current = true
    else if (event.key === 'Enter' && chosen) open(chosen, isMod)
    else return
    event.preventDefault()
  }

  function retryAndType() {
    input.current?.focus()
    retry()
  }

  const isEmpty = options.length === 0 && !isOutdated && error === null && typed.trim() !== ''
  const count = isOutdated ? '' : t('count', { count: options.length })
  return (
    <Dialog label={t('title')} first={input}>
      <div className={styles.box}>
        <Icon id="search" size={20} />
        <input
          ref={input}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          aria-label={t(findsRecords ? 'label' : 'labelPlain')}
          placeholder={t(findsRecords ? 'placeholder' : 'placeholderPlain')}
          aria-expanded={options.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          {...(chosen && { 'aria-activedescendant': `${list}-${chosen.id}` })}
          value={typed}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={styles.close} aria-label={t('close')} onClick={closeDialog}>
          <Icon id="close" size={18} />
        </button>
      </div>
      <p className="il-visually-hidden" role="status">
        {typed.trim() === '' ? '' : count}
      </p>
      {error !== null && (
        <p className={styles.failed} role="alert">
          {t('failed')}
          <button type="button" onClick={retryAndType}>
            {t('retry')}
          </button>
        </p>
      )}
      {isEmpty && (
        <div className={styles.none}>
          <strong>{t('none', { term })}</strong>
          {findsRecords && <span>{t('noneHint')}</span>}
        </div>
      )}
      <OptionList {...{ id: list, options, chosen, search }} isBusy={isOutdated} onNear={setChosenId} onOpen={open} />
      <SearchHints />
    </Dialog>
  )
}
