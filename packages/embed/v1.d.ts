/**
 * Types of <vitrine-widget>: the DOM, JSX of React 19 and templates of Vue 3. Keep a copy in your sources, such as
 * vitrine.d.ts; it needs no import.
 */

export type VitrineLayout =
  | 'CAROUSEL'
  | 'GRID'
  | 'MASONRY'
  | 'SLIDER'
  | 'LIST_VERTICAL'
  | 'LIST_HORIZONTAL'

/** The delivery API's answer for a published widget. */
export interface VitrinePublished {
  widget: {
    id: string
    slug: string
    layout: VitrineLayout
    /** A JSON object, as text. */
    config: string
    /** A JSON object, as text. */
    theme: string
  }
  assets: readonly {
    id: string
    url: string
    filename: string
    contentType: string
    width: number
    height: number
    altText: string | null
    focalPoint?: { x: number; y: number } | null
    placeholder?: { color: string; thumbhash: string } | null
    caption?: string | null
    link?: { url: string; newTab: boolean } | null
  }[]
  events?: boolean
}

export interface VitrineWidgetAttributes {
  /** The widget's slug. */
  slug?: string
  /** A key of the widget's project, pk_… */
  'api-key'?: string
  /** Where delivery is, as https://images.example; left out: where the script comes from. */
  'base-url'?: string
  /** The layout's code is loaded while the widget is still being fetched. */
  layout?: VitrineLayout
  /** Width by height of the place that is kept until the widget is shown, such as 16/9. */
  ratio?: string
  /** How wide the widget is, as a CSS length such as min(100vw, 640px); left out: measured. */
  width?: string
}

export interface VitrineWidgetEventMap {
  /** The widget is shown. */
  'vitrine-ready': CustomEvent<{ layout: VitrineLayout; count: number }>
  /** Another picture is the first in view. */
  'vitrine-slide': CustomEvent<{ index: number; count: number }>
  /** The widget cannot be shown; `status` is that of the HTTP answer, if there was one. */
  'vitrine-error': CustomEvent<{ message: string; status?: number }>
}

export interface VitrineWidget extends HTMLElement {
  /** The delivery API's answer, to be shown instead of fetching one. */
  data: VitrinePublished | undefined
  /** The first picture in view, counted from 0; -1 where there is no order of slides. Setting it goes there. */
  index: number
  /** To the next slide; in a strip, a page on. */
  next(): void
  /** To the previous slide; in a strip, a page back. */
  previous(): void
  /** Starts the rotation of a carousel that has a control for it. */
  play(): void
  /** Stops the rotation. */
  pause(): void
  /** Fetches and shows the widget again. Never rejects. */
  reload(): Promise<void>
  addEventListener<Type extends keyof VitrineWidgetEventMap>(
    type: Type,
    listener: (this: VitrineWidget, event: VitrineWidgetEventMap[Type]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (this: VitrineWidget, event: HTMLElementEventMap[Type]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
}

declare global {
  interface HTMLElementTagNameMap {
    'vitrine-widget': VitrineWidget
  }
  /** They bubble, so a page may listen at any element, at the document or at the window. */
  interface GlobalEventHandlersEventMap extends VitrineWidgetEventMap {}
}

/** `onvitrine-ready` and so on, as React 19 names the handlers of a custom element. */
type ReactHandlers = {
  [Type in keyof VitrineWidgetEventMap as `on${Type}`]?: (
    event: VitrineWidgetEventMap[Type],
  ) => void
}

/** `@vitrine-ready` and so on, in templates of Vue. */
type VueHandlers = {
  [Type in keyof VitrineWidgetEventMap as `on${Capitalize<Camel<Type>>}`]?: (
    event: VitrineWidgetEventMap[Type],
  ) => void
}
type Camel<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Text

/** Attributes, and properties, which both frameworks set by their name. */
type Props = VitrineWidgetAttributes & Partial<Pick<VitrineWidget, 'data' | 'index'>>

// @ts-ignore A project without React has no such module.
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      // @ts-ignore
      'vitrine-widget': DetailedHTMLProps<HTMLAttributes<VitrineWidget>, VitrineWidget> &
        Props &
        ReactHandlers
    }
  }
}

// @ts-ignore A project without Vue has no such module.
declare module 'vue' {
  interface GlobalComponents {
    'vitrine-widget': new () => { $props: Props & VueHandlers }
  }
}
