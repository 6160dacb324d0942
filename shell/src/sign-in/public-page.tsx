import { useLayoutEffect, type ReactNode } from 'react'
import { readSettings } from '@interline/shared'
import { BrandMark } from '../brand.tsx'
import { announceFirstScreen } from '../loader.ts'
import { useSay } from '../messages.ts'
import { useTabTitle } from '../tab-title.ts'
import { LineMap } from './line-map.tsx'
import './sign-in.css'

/** The ground of the screens before signing in: the brand's panel beside one form. */
export function PublicPage({ title, subtitle, children }: { title: string; subtitle?: string; children: ReactNode }) {
  const say = useSay()
  useTabTitle(title)
  useLayoutEffect(announceFirstScreen, [])
  return (
    <div className="il-public">
      <header className="il-public-brand">
        <p className="il-public-name">
          <BrandMark size={36} />
          {say('product')}
        </p>
        <LineMap />
        <div className="il-public-words">
          <p className="il-public-line">{say('brand.line')}</p>
          <p>{say('brand.text')}</p>
        </div>
      </header>
      <main className="il-public-main">
        <div className="il-public-form">
          <h1>{title}</h1>
          {subtitle !== undefined && <p className="il-public-subtitle">{subtitle}</p>}
          {children}
        </div>
        <p className="il-public-foot">{say('copyright', { year: readSettings().footerYear })}</p>
      </main>
    </div>
  )
}
