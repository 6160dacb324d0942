import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { t } from '../i18n/texts.ts'
import { Link } from '../router/index.ts'
import { Icon } from './icon.tsx'

type Crumb = { title: string; to?: string }

export type PageTitleProps = {
  title: string
  parent?: Crumb
  subParent?: Crumb
  /** The last crumb; the title unless said otherwise. */
  current?: string
  /** Actions at the right end. */
  children?: ReactNode
}

/** The bar on top of every screen (SPEC §2): main title and the way here. Also names the browser's tab. */
export function PageTitle({ title, parent, subParent, current = title, children }: PageTitleProps) {
  useEffect(() => {
    document.title = `${title} · Interline`
  }, [title])
  return (
    <div className="il-page-title">
      <h1>{title}</h1>
      {children !== undefined && <div>{children}</div>}
      <nav aria-label={t('breadcrumb')}>
        <ol>
          <li>
            <Link to="/" aria-label={t('home')}>
              <Icon id="home" />
            </Link>
          </li>
          {[parent, subParent].map((crumb) => crumb && <CrumbItem key={crumb.title} {...crumb} />)}
          <li aria-current="page">{current}</li>
        </ol>
      </nav>
    </div>
  )
}

const CrumbItem = ({ title, to }: Crumb) => <li>{to === undefined ? title : <Link to={to}>{title}</Link>}</li>
