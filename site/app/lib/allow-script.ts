// The content security policy of a page allows an inline script by the hash of its text. Each component that writes a script
// says so here while it renders: hashes are never taken from finished HTML, where text from the data could look like a script.
import { Children, createContext, isValidElement, type ReactNode } from 'react'

export type AllowScript = (text: string) => void

/** None in the browser and in development. */
export const AllowScriptContext = createContext<AllowScript | undefined>(undefined)

interface ScriptProps {
  children?: ReactNode
  dangerouslySetInnerHTML?: { __html: string }
}

/** Allows the inline scripts among elements that a component has made; it does not look into other components. */
export function allowScriptsIn(elements: ReactNode, allow: AllowScript): void {
  Children.forEach(elements, (element) => {
    if (!isValidElement<ScriptProps>(element)) return
    const { children, dangerouslySetInnerHTML } = element.props
    if (element.type === 'script') dangerouslySetInnerHTML && allow(dangerouslySetInnerHTML.__html)
    else allowScriptsIn(children, allow)
  })
}
