import type { SyntheticEvent } from 'react'
import { orNotAvailable } from '../../i18n/formats.ts'
import { safeHref } from './links.ts'
import { readSettings } from '../../session/settings.ts'
import { RecordLink } from './record-link.tsx'
import type { RecordOf } from './record-link.tsx'
import { whenLong } from './when-long.ts'

type PersonCellProps = {
  name: unknown
  /** Second line, e.g. the email address. */
  detail?: unknown
  /** URL of a picture; initials are shown without it. */
  picture?: unknown
  /** The name leads to the page of this record. */
  record?: RecordOf
}

/** A person in a table or list: picture or initials, name, and a second line if there is one. */
export function PersonCell({ name, detail, picture, record }: PersonCellProps) {
  const shown = orNotAvailable(name)
  const source = safeHref(picture, readSettings().documentsUrl)
  const photo = source === null ? undefined : true
  return (
    <span className="il-person" translate="no">
      <span className="il-person-picture" data-tone={toneOf(shown)} data-photo={photo} aria-hidden="true">
        <span>{initialsOf(shown)}</span>
        {source !== null && <img key={source} src={source} alt="" loading="lazy" onError={hide} />}
      </span>
      <span className="il-person-text">
        <span className="il-person-name" {...whenLong(shown)}>
          {record ? <RecordLink {...record}>{shown}</RecordLink> : shown}
        </span>
        {typeof detail === 'string' && detail !== '' && <span className="il-person-detail il-cut">{detail}</span>}
      </span>
    </span>
  )
}

// Hidden, not removed: React would look for it when the row gets another picture.
const hide = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
  currentTarget.hidden = true
}

/** First letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words
  return letters.map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 32).toUpperCase()).join('') || '·'
}

const toneOf = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 6, 0)
