import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The screens of the stopwatch: a page of its own, so that the lists of the load bench stay as lean as they are.
export default defineConfig({ plugins: [react()], build: { rolldownOptions: { input: 'tasks.html' } } })
