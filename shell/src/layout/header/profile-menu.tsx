import { useState } from 'react'
import { readSettings, useBackend, useSession } from '@interline/shared/session'
import { Link } from '@interline/shared/router'
import { Icon, initialsOf, PersonCell, Popover } from '@interline/shared/ui'
import { t } from '../../messages.ts'
import { openDialog } from '../../open-dialog.ts'
import { useLogOut } from '../../auth/log-out.ts'
import * as styles from './profile-menu.module.css'

/** The signed-in person, shown as Admin, with Account and Log Out (SPEC §1, §2). */
export function ProfileMenu() {
  const user = useSession((session) => session.user)
  const hasAccount = useBackend().has('accounts')
  const [leaving, setLeaving] = useState(false)
  const logOut = useLogOut(() => setLeaving(true))
  const name = user?.full_name ?? t('profile.role')

  return (
    <Popover
      className={styles.button}
      panelClassName={styles.panel}
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
          <div className={styles.who} translate="no">
            <strong>{name}</strong>
            {user?.email && <span className="il-hint">{user.email}</span>}
          </div>
          <Link className="il-option" to="/" onClick={close}>
            <Icon id="account" size={18} />
            <span>{t('profile.account')}</span>
          </Link>
          {hasAccount && (
            <Link className="il-option" to="/my-account" onClick={close}>
              <Icon id="lock" size={18} />
              <span>{t('profile.passwordAndSessions')}</span>
            </Link>
          )}
          <MenuItem
            icon="info"
            text={t('about.title')}
            onClick={() => {
              close()
              openDialog('about')
            }}
          />
          {readSettings().devOverride && (
            <MenuItem
              icon="external"
              text={t('source.title')}
              onClick={() => {
                close()
                openDialog('source')
              }}
            />
          )}
          <MenuItem icon="log-out" text={t('profile.logOut')} disabled={leaving} onClick={() => void logOut()} />
        </>
      )}
    </Popover>
  )
}

type MenuItemProps = { icon: string; text: string; disabled?: boolean; onClick: () => void }

const MenuItem = ({ icon, text, disabled = false, onClick }: MenuItemProps) => (
  <button type="button" className="il-option" disabled={disabled} onClick={onClick}>
    <Icon id={icon} size={18} />
    <span>{text}</span>
  </button>
)
