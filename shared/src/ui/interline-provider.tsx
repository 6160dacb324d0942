import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { ConfigProvider } from 'antd'
import { FeedbackGround } from './feedback/feedback.tsx'
import { Icon } from './icon.tsx'
import { useColourScheme } from './theme/scheme.ts'
import { themeOf } from './theme/theme.ts'
import './theme/font.css'
import './theme/tokens.css'
import './theme/house.css'

const calm = { mask: { blur: false } }
const themes = { light: themeOf('light'), dark: themeOf('dark') }

/** Theme, dialogs and toasts for everything inside; the shell mounts it once, around its router. */
export function InterlineProvider({ children }: { children: ReactNode }) {
  const scheme = useColourScheme()
  useEffect(() => {
    document.documentElement.dataset.scheme = scheme
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
