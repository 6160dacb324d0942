import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Release } from '@interline/federation/runtime'
import { Button, Icon } from '@interline/shared/ui'
import { t } from '../messages.ts'
import * as styles from './newer-release.module.css'

const pollMs = 3000

async function readLiveRelease({ signal }: { signal: AbortSignal }): Promise<number | null> {
  const response = await fetch('/live-release', { signal, cache: 'no-store' })
  const { number } = (await response.json()) as { number?: unknown }
  return typeof number === 'number' ? number : null
}

/**
 * Offers another release than the one of this page once it is live. Nothing changes until the person takes it, and a
 * form with unsaved changes asks first.
 */
export function NewerRelease({ release }: { release: Release }) {
  const [postponed, setPostponed] = useState<number | null>(null)
  const { data: live = null } = useQuery({
    queryKey: ['release'],
    queryFn: readLiveRelease,
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    retry: false,
    meta: { isQuiet: true },
  })
  const offered = live !== null && isOffer(live, release) && live !== postponed ? live : null
  return (
    <div className={styles.newer} role="status">
      {offered !== null && (
        <div className="il-floating">
          <span className={styles.text}>
            <Icon id="refresh" size={18} />
            <span>{t(offered < release.number ? 'newer.back' : 'newer.text', { number: offered })}</span>
          </span>
          <Button type="primary" size="small" onClick={() => window.location.reload()}>
            {t('newer.take')}
          </Button>
          <Button type="text" size="small" onClick={() => setPostponed(offered)}>
            {t('newer.later')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** A page never goes back, but for a canary that was withdrawn. */
const isOffer = (live: number, { number, canary }: Release) => live > number || live === canary?.of
