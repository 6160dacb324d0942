import { useState, type ComponentType } from 'react'
import { logFailure, readSettings, useSession } from '@interline/shared'
import { Link } from '@interline/shared/router'
import { Icon, PersonCell, useDialogs } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import { useAboutScreen } from '../release/about-screen.tsx'
import { logOut, wouldLose } from './log-out.ts'
import { PopPanel } from './pop-panel.tsx'

/** The signed-in person, shown as Admin, with Account and Log Out (SPEC §1, §2). */
export function ProfileMenu() {
  const say = useSay()
  const user = useSession((session) => session.user)
  const about = useAboutScreen()
  const dialogs = useDialogs()
  const [leaving, setLeaving] = useState(false)
  const [Source, setSource] = useState<ComponentType<{ onClose: () => void }> | null>(null)
  const name = user?.full_name ?? say('profile.role')

  // Few ever need it: its code is loaded when it is asked for.
  const openSource = () =>
    import('../granted/run-from-source.tsx').then(({ RunFromSource }) => setSource(() => RunFromSource), (error: unknown) => logFailure('Run from source', error))

  async function leave() {
    const question = { title: say('profile.losing'), text: say('profile.losingText'), ok: say('profile.logOut'), cancel: say('profile.stay'), danger: true }
    // Where the question cannot be loaded, Log Out still works.
    if (wouldLose() && !(await dialogs.confirm(question).catch(() => true))) return
    setLeaving(true)
    void logOut()
  }

  return (
    <>
      <PopPanel
        className="il-profile"
        label={say('profile.menu', { name })}
        button={
          <>
            <PersonCell name={name} detail={say('profile.role')} picture={user?.profile_picture} />
            <Icon id="chevron-down" size={16} />
          </>
        }
      >
        {(close) => (
          <>
            <div className="il-profile-who">
              <strong>{name}</strong>
              {user?.email && <span>{user.email}</span>}
            </div>
            <Link className="il-pop-item" to="/" onClick={close}>
              <Icon id="account" size={18} />
              {say('profile.account')}
            </Link>
            <MenuItem
              icon="info"
              text={say('about.title')}
              onClick={() => {
                close()
                about()
              }}
            />
            {readSettings().partsFromSource && (
              <MenuItem
                icon="external"
                text={say('source.title')}
                onClick={() => {
                  close()
                  void openSource()
                }}
              />
            )}
            <MenuItem
              icon="log-out"
              text={say('profile.logOut')}
              disabled={leaving}
              onClick={() => void leave()}
            />
          </>
        )}
      </PopPanel>
      {Source && <Source onClose={() => setSource(null)} />}
    </>
  )
}

type MenuItemProps = { icon: string; text: string; disabled?: boolean; onClick: () => void }

const MenuItem = ({ icon, text, disabled = false, onClick }: MenuItemProps) => (
  <button type="button" className="il-pop-item" disabled={disabled} onClick={onClick}>
    <Icon id={icon} size={18} />
    {text}
  </button>
)
