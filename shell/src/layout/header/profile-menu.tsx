import { useState, type ComponentType } from 'react'
import type { Release } from '@interline/federation/runtime'
import { logFailure } from '@interline/shared/api'
import { readSettings, useSession } from '@interline/shared/session'
import { Link } from '@interline/shared/router'
import { Icon, initialsOf, PersonCell } from '@interline/shared/ui'
import { useT } from '../../messages.ts'
import { useAboutScreen } from '../../releases/about-screen.tsx'
import { useLogOut } from '../../page/log-out.ts'
import { Popover } from '../../page/popover.tsx'
import * as styles from './profile-menu.module.css'
import * as popoverStyles from '../../page/popover.module.css'

/** The signed-in person, shown as Admin, with Account and Log Out (SPEC §1, §2). */
export function ProfileMenu({ release }: { release: Release }) {
  const t = useT()
  const user = useSession((session) => session.user)
  const about = useAboutScreen()
  const [leaving, setLeaving] = useState(false)
  const logOut = useLogOut(() => setLeaving(true))
  const [Source, setSource] = useState<ComponentType<{ release: Release; onClose: () => void }> | null>(null)
  const name = user?.full_name ?? t('profile.role')

  // Few people open it, so its code is loaded when it is opened.
  const openSource = () =>
    import('../../dev-override/run-from-source.tsx').then(
      ({ RunFromSource }) => setSource(() => RunFromSource),
      (error: unknown) => logFailure('Run from source', error),
    )

  return (
    <>
      <Popover
        className={styles.panel}
        buttonClassName={styles.button}
        label={t('profile.menu', { name, initials: initialsOf(name) })}
        button={
          <>
            <PersonCell name={name} detail={t('profile.role')} picture={user?.profile_picture} />
            <Icon id="chevron-down" size={16} />
          </>
        }
      >
        {(close) => (
          <>
            <div className={styles.who}>
              <strong>{name}</strong>
              {user?.email && <span>{user.email}</span>}
            </div>
            <Link className={popoverStyles.item} to="/" onClick={close}>
              <Icon id="account" size={18} />
              {t('profile.account')}
            </Link>
            {user?.admin_role && (
              <Link className={popoverStyles.item} to="/my-account" onClick={close}>
                <Icon id="lock" size={18} />
                {t('profile.passwordAndSessions')}
              </Link>
            )}
            <MenuItem
              icon="info"
              text={t('about.title')}
              onClick={() => {
                close()
                about()
              }}
            />
            {readSettings().devOverride && (
              <MenuItem
                icon="external"
                text={t('source.title')}
                onClick={() => {
                  close()
                  void openSource()
                }}
              />
            )}
            <MenuItem icon="log-out" text={t('profile.logOut')} disabled={leaving} onClick={() => void logOut()} />
          </>
        )}
      </Popover>
      {Source && <Source release={release} onClose={() => setSource(null)} />}
    </>
  )
}

type MenuItemProps = { icon: string; text: string; disabled?: boolean; onClick: () => void }

const MenuItem = ({ icon, text, disabled = false, onClick }: MenuItemProps) => (
  <button type="button" className={popoverStyles.item} disabled={disabled} onClick={onClick}>
    <Icon id={icon} size={18} />
    {text}
  </button>
)
