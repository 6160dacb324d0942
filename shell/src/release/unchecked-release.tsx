import { useState } from 'react'
import type { Doubt } from '@interline/federation/runtime'
import { Icon } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import './unchecked-release.css'

/** Says, on every page load until it is put away, that this browser could not check the release's signature, and why. */
export function UncheckedRelease({ doubt }: { doubt: Doubt }) {
  const say = useSay()
  const [shown, setShown] = useState(true)
  if (!shown) return null
  return (
    <aside className="il-unchecked" role="status">
      <Icon id="warning" size={16} />
      <span>{say(`unchecked.${doubt}`)}</span>
      <button type="button" onClick={() => setShown(false)}>
        {say('unchecked.understood')}
      </button>
    </aside>
  )
}
