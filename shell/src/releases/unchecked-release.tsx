import { useState } from 'react'
import type { Doubt } from '@interline/federation/runtime'
import { banner, Icon } from '@interline/shared/ui'
import { useT } from '../messages.ts'
import * as styles from './unchecked-release.module.css'

/**
 * Says, on every page load until it is put away, that this browser could not check the release's signature, and why.
 */
export function UncheckedRelease({ doubt }: { doubt: Doubt }) {
  const t = useT()
  const [shown, setShown] = useState(true)
  if (!shown) return null
  return (
    <aside ref={banner} className={styles.unchecked} role="status">
      <Icon id="warning" size={16} />
      <span>{t(`unchecked.${doubt}`)}</span>
      <button type="button" onClick={() => setShown(false)}>
        {t('unchecked.understood')}
      </button>
    </aside>
  )
}
