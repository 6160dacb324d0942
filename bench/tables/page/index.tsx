import { createRoot } from 'react-dom/client'
import { Ours } from './ours.tsx'
import { Plain } from './plain.tsx'

const root = createRoot(document.getElementById('root') as HTMLElement)
root.render(window.location.pathname === '/plain' ? <Plain /> : <Ours />)
