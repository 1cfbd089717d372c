import { Component, type ReactNode } from 'react'

type Props = {
  /** What is rendered. A new value makes the boundary retry after a failure. */
  content: unknown
  /** Shown instead of content that could not be rendered. */
  failure: ReactNode
  children: ReactNode
}

type State = { content: unknown; isFailed: boolean }

/**
 * Confines a rendering failure, such as one caused by data of another version, to this part of the
 * page.
 */
export class PartBoundary extends Component<Props, State> {
  override state: State = { content: this.props.content, isFailed: false }

  static getDerivedStateFromError() {
    return { isFailed: true }
  }

  static getDerivedStateFromProps({ content }: Props, state: State) {
    return content === state.content ? null : { content, isFailed: false }
  }

  override render() {
    return this.state.isFailed ? this.props.failure : this.props.children
  }
}
