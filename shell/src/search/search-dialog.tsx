import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { searchMaxLength } from '@interline/shared/contract'
import { usePermitted } from '@interline/shared/session'
import { useNavigate } from '@interline/shared/router'
import { Icon, isMac, isWriting } from '@interline/shared/ui'
import { Dialog } from './dialog.tsx'
import { closeDialog } from '../open-dialog.ts'
import type { Option, Place } from './option.ts'
import { OptionList } from './option-list.tsx'
import { rememberRecent } from './recent.ts'
import { t } from './texts.ts'
import { useOptions } from './use-options.ts'
import * as styles from './search-dialog.module.css'

/** The search over everything: screens, people, bookings and actions, led by the keyboard. */
export function SearchDialog({ places }: { places: Place[] }) {
  const navigate = useNavigate()
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const mayReadRecords = usePermitted('records:read')
  const [typed, setTyped] = useState('')
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
    const isMod = isMac() ? event.metaKey : event.ctrlKey
    if (isWriting(event)) return
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
          maxLength={searchMaxLength}
          aria-label={t(mayReadRecords ? 'label' : 'labelPlain')}
          placeholder={t(mayReadRecords ? 'placeholder' : 'placeholderPlain')}
          aria-expanded={options.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          {...(chosen && { 'aria-activedescendant': `${list}-${chosen.id}` })}
          value={typed}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="il-icon-button" aria-label={t('close')} onClick={closeDialog}>
          <Icon id="close" size={18} />
        </button>
      </div>
      <p className="il-visually-hidden" role="status">
        {typed.trim() === '' ? '' : count}
      </p>
      {error !== null && (
        <p className="il-note il-note-bar" role="alert">
          <span>{t('failed')}</span>
          <button type="button" className="il-button il-button-small" onClick={retryAndType}>
            {t('retry')}
          </button>
        </p>
      )}
      {isEmpty && (
        <div className={styles.none}>
          <strong>{t('none', { term })}</strong>
          {mayReadRecords && <span className="il-soft">{t('noneHint')}</span>}
        </div>
      )}
      <OptionList {...{ id: list, options, chosen, search }} isBusy={isOutdated} onNear={setChosenId} onOpen={open} />
      <SearchHints />
    </Dialog>
  )
}

/** These hints say to eyes what the keys do in the search; the roles say it to screen readers. */
function SearchHints() {
  const hints: [string[], string][] = [
    [['↑', '↓'], t('moveKeys')],
    [['↵'], t('openKey')],
    [[isMac() ? '⌘' : 'Ctrl', '↵'], t('tabKeys')],
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
