import type { PartDiff, ReleaseDiff } from '@interline/federation/runtime'
import { formatCount } from '@interline/shared'
import { useSay } from '../messages.ts'

/** What is another in a release: versions, bytes, files, ranges, routes, calls, and what is switched off or on. */
export function DiffView({ diff: { parts, off } }: { diff: ReleaseDiff }) {
  const say = useSay()
  if (parts.length === 0 && off.length === 0) return <p className="il-releases-soft">{say('releases.same')}</p>
  return (
    <ul className="il-diff">
      {parts.map((part) => (
        <PartChanges key={part.part} {...part} />
      ))}
      {off.map(({ part, to }) => (
        <li key={part}>
          <h4>{part}</h4>
          <p>{to === null ? say('releases.on') : say('releases.off', { message: to })}</p>
        </li>
      ))}
    </ul>
  )
}

function PartChanges({ part, from, to, bytes, files, ranges, routes, backend }: PartDiff) {
  const say = useSay()
  const growth = bytes.to - bytes.from
  const lines = [
    ...routes.added.map((one) => ['added', say('releases.route', { one })]),
    ...routes.removed.map((one) => ['removed', say('releases.route', { one })]),
    ...backend.added.map((one) => ['added', say('releases.call', { one })]),
    ...backend.removed.map((one) => ['removed', say('releases.call', { one })]),
    ...ranges.map(({ name, from, to }) => ['changed', `${name}: ${from ?? say('releases.none')} → ${to ?? say('releases.none')}`]),
    ...files.added.map(({ path, bytes }) => ['added', say('releases.file', { path, bytes: formatCount(bytes) })]),
    ...files.removed.map(({ path, bytes }) => ['removed', say('releases.file', { path, bytes: formatCount(bytes) })]),
  ]
  return (
    <li>
      <h4>{part}</h4>
      <p>
        {from ?? say('releases.none')} → {to ?? say('releases.none')},{' '}
        {say('releases.bytes', { bytes: formatCount(bytes.to), growth: `${growth < 0 ? '−' : '+'}${formatCount(Math.abs(growth))}` })}
      </p>
      <ul>
        {lines.map(([kind, text]) => (
          <li key={`${kind ?? ''} ${text ?? ''}`} data-kind={kind}>
            <span className="il-visually-hidden">{say(`releases.kind.${kind ?? 'changed'}`)}</span>
            {text}
          </li>
        ))}
      </ul>
    </li>
  )
}
