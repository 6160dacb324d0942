import { useLayoutEffect } from 'react'
import type { ReactNode } from 'react'
import { ConfigProvider } from 'antd'
import { usePreferences } from '../session/preferences.ts'
import { FeedbackGround } from './feedback/feedback.tsx'
import { Icon } from './icon.tsx'
import { themeOf } from './theme/theme.ts'
import { useMedia } from './use-media.ts'
import './theme/font.css'
import './theme/tokens.css'
import './theme/house.css'

const calm = { mask: { blur: false } }
const themes = { light: themeOf('light'), dark: themeOf('dark') }

/** Theme, dialogs and toasts for everything inside; the shell mounts it once, around its router. */
export function InterlineProvider({ children }: { children: ReactNode }) {
  const chosen = usePreferences(({ colourScheme }) => colourScheme)
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const scheme = chosen !== 'system' ? chosen : isDark ? 'dark' : 'light'
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    // To write what stands there already would have the whole page styled anew. The page's first lines write it first.
    if (dataset.scheme !== scheme) dataset.scheme = scheme
  }, [scheme])
  return (
    <ConfigProvider
      theme={themes[scheme]}
      modal={calm}
      drawer={calm}
      button={{ autoInsertSpace: false, loadingIcon: <Icon id="refresh" className="il-spin" /> }}
    >
      <div className="il-app">{children}</div>
      <FeedbackGround />
    </ConfigProvider>
  )
}
