import { vi } from 'vitest'

// Test files share the libraries that are loaded, and no module of ours: what a file mocks or leaves is its own.
vi.resetModules()
