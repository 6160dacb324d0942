import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { idIn, useSearchParams } from '@interline/shared/router'
import type { ListFilter } from '@interline/shared/list'
import { actorText, actText, auditActs, auditResources, resourceText } from '@interline/shared/ui'
import { readActors, readNewest } from '../api.ts'
import type { EntryRow } from '../api.ts'
import { t } from '../messages.ts'

type Option = { value: string; label: string }

const byLabel = (a: Option, b: Option) => a.label.localeCompare(b.label)
const optionsOf = (names: readonly string[], textOf: (name: string) => string): Option[] =>
  names.map((value) => ({ value, label: textOf(value) })).sort(byLabel)

/** The options, and one for what the address names and they do not have. */
const withNamed = (options: Option[], value: string | null, label: string) =>
  value === null || options.some((option) => option.value === value) ? options : [...options, { value, label }]

/**
 * Person, act and subject of the audit, and one record when the address names one. What an address may name stays an
 * option: the list is never asked for without it.
 */
export function useAuditFilters(isPermitted: boolean): readonly ListFilter<EntryRow>[] {
  const [params] = useSearchParams()
  const [actorId, targetId] = [idIn(params, 'actor_id'), idIn(params, 'target_id')]
  const [act, resource] = ['act', 'resource'].map((key) => /^[a-z0-9-]{1,64}$/.exec(params.get(key) ?? '')?.[0] ?? null)
  const { data: actors } = useQuery({
    queryKey: ['audit', 'actors'],
    queryFn: ({ signal }) => readActors(signal),
    enabled: isPermitted,
  })
  const isOther = actors !== undefined && actorId != null && actors.every(({ _id }) => _id !== actorId)
  const person = useNewest({ actor_id: actorId ?? '' }, isPermitted && isOther)
  const record = useNewest({ target_id: targetId ?? '', resource: resource ?? '' }, isPermitted && targetId != null)
  const personName = person?.actor ? actorText(person.actor) : t('audit.onlyThisPerson')
  const recordName = record?.target?.name ?? t('audit.onlyThisRecord')

  return useMemo(() => {
    const people = (actors ?? [])
      .flatMap(({ _id, full_name }) => (_id ? [{ value: _id, label: full_name ?? _id }] : []))
      .sort(byLabel)
    const filters: ListFilter<EntryRow>[] = [
      {
        key: 'actor_id',
        label: t('audit.person'),
        options: withNamed(people, actorId ?? null, personName),
        isWide: true,
        matches: ({ actor }, value) => actor?._id === value,
      },
      {
        key: 'act',
        label: t('audit.act'),
        options: withNamed(optionsOf(auditActs, actText), act ?? null, actText(act ?? '')),
        matches: (entry, value) => entry.act === value,
      },
      {
        key: 'resource',
        label: t('audit.subjectKind'),
        options: withNamed(optionsOf(auditResources, resourceText), resource ?? null, resourceText(resource ?? '')),
        matches: (entry, value) => entry.resource === value,
      },
    ]
    if (targetId != null)
      filters.push({
        key: 'target_id',
        label: t('audit.onlyRecord'),
        options: [{ value: targetId, label: recordName }],
        isWide: true,
        matches: ({ target }, value) => target?._id === value,
      })
    return filters
  }, [actors, actorId, act, resource, targetId, personName, recordName])
}

/** An entry that has the names of who and what the address names by their ids. */
function useNewest(query: Record<string, string>, enabled: boolean) {
  return useQuery({
    queryKey: ['audit', 'newest', query],
    queryFn: ({ signal }) => readNewest(query, signal),
    enabled,
  }).data
}
