import { useState } from 'react'
import { Button, Icon, useShortcut } from '@interline/shared/ui'
import { t } from '../queue-messages.ts'
import * as styles from './documents.module.css'

const most = 6
const step = 1.5

type PictureProps = { src: string; label: string; onSeen: () => void; onBroken: () => void }

/** A picture that can be enlarged and turned; what is larger than its place is scrolled. */
export function Picture({ src, label, onSeen, onBroken }: PictureProps) {
  const [zoom, setZoom] = useState(1)
  const [turns, setTurns] = useState(0)
  const zoomIn = () => setZoom((now) => Math.min(most, now * step))
  const zoomOut = () => setZoom((now) => Math.max(1, now / step))
  const turn = () => setTurns((now) => now + 1)
  useShortcut({ key: '+', text: t('documents.zoomIn'), run: zoomIn })
  useShortcut({ key: '-', text: t('documents.zoomOut'), run: zoomOut })
  useShortcut({ key: 't', text: t('documents.turn'), run: turn })
  const tool = (text: string, icon: string, key: string, act: () => void, disabled = false) => (
    <Button aria-label={text} title={`${text} (${key})`} aria-keyshortcuts={key} onClick={act} disabled={disabled}>
      <Icon id={icon} size={16} />
    </Button>
  )
  return (
    <div className={styles.picture}>
      <div className={styles.tools}>
        {tool(t('documents.zoomOut'), 'minus', '-', zoomOut, zoom === 1)}
        {tool(t('documents.zoomIn'), 'plus', '+', zoomIn, zoom === most)}
        {tool(t('documents.turn'), 'refresh', 'T', turn)}
      </div>
      <div className={styles.stage} tabIndex={0} role="group" aria-label={t('documents.stage', { document: label })}>
        <div className={styles.sheet} style={{ inlineSize: `${zoom * 100}%`, blockSize: `${zoom * 100}%` }}>
          <img
            src={src}
            alt={label}
            data-across={turns % 2 === 1}
            style={{ rotate: `${turns * 90}deg` }}
            onLoad={onSeen}
            onError={onBroken}
          />
        </div>
      </div>
    </div>
  )
}
