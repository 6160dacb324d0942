import { RowButton } from '@interline/shared/list'
import type { Column } from '@interline/shared/list'
import { Link } from '@interline/shared/router'
import { actorText, DateTimeText, PersonCell, whenLong } from '@interline/shared/ui'
import type { EntryRow } from '../api.ts'
import { t } from '../messages.ts'
import { actOf, changeText, recordAddress, subjectOf } from './entry-texts.ts'
import * as styles from './audit.module.css'

export const auditColumns = (show: (entry: EntryRow) => void): readonly Column<EntryRow>[] => [
  {
    key: 'act',
    stateless: true,
    title: t('audit.act'),
    render: (entry) => <strong className={styles.act}>{actOf(entry)}</strong>,
    width: 190,
    tight: 150,
    phone: 'heading',
    fixed: 'start',
  },
  {
    key: 'when',
    stateless: true,
    title: t('audit.when'),
    sortKey: 'createdAt',
    render: ({ createdAt }) => <DateTimeText value={createdAt} />,
    width: 170,
    tight: 130,
  },
  {
    key: 'person',
    stateless: true,
    title: t('audit.person'),
    render: ({ actor }) => <PersonCell name={actorText(actor)} />,
    width: 190,
    tight: 150,
  },
  {
    key: 'subject',
    stateless: true,
    title: t('audit.subject'),
    render: (entry) => <SubjectCell entry={entry} />,
    width: 210,
    tight: 150,
  },
  {
    key: 'change',
    stateless: true,
    title: t('audit.change'),
    render: (entry) => {
      const text = changeText(entry)
      return (
        <span className="il-break" {...whenLong(text)}>
          {text || '–'}
        </span>
      )
    },
    width: 260,
    tight: 190,
  },
  {
    key: 'details',
    stateless: true,
    title: t('audit.details'),
    render: (entry) => (
      <RowButton
        label={t('audit.showEntry', {
          number: entry.sequence ?? '',
          act: actOf(entry),
          person: actorText(entry.actor),
        })}
        icon="eye"
        onClick={() => show(entry)}
      />
    ),
    width: 80,
    tight: 66,
    align: 'center',
    fixed: 'end',
  },
]

function SubjectCell({ entry }: { entry: EntryRow }) {
  const { kind, name } = subjectOf(entry)
  const address = recordAddress(entry)
  return (
    <span className={styles.subject}>
      <span className="il-hint">{kind}</span>
      {name !== null && <span translate="no">{address === null ? name : <Link to={address}>{name}</Link>}</span>}
    </span>
  )
}
