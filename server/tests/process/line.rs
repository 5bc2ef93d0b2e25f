//! A proxy between a server and its database that can be blocked.

use std::net::SocketAddr;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Line {
    Open,
    /// Connections stay open, and no data passes.
    Paused,
    /// Connections are closed, and new ones are closed immediately.
    Cut,
}

/// The proxy.
pub(crate) struct Gate {
    pub(crate) address: SocketAddr,
    pub(crate) line: watch::Sender<Line>,
}

impl Gate {
    /// A gate for the database at that address, and the address of the gate.
    pub(crate) async fn before(url: &str) -> (Self, String) {
        let (start, rest) = url.split_once('@').unwrap();
        let (host, end) = rest.split_once('/').unwrap();
        let gate = Self::before_host(host.to_owned()).await;
        let through = format!("{start}@{}/{end}", gate.address);
        (gate, through)
    }

    /// A gate for the server at that host and port.
    pub(crate) async fn before_host(host: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (line, watched) = watch::channel(Line::Open);
        tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                tokio::spawn(pass(client, host.clone(), watched.clone()));
            }
        });
        Self { address, line }
    }
}

async fn pass(mut client: TcpStream, host: String, mut line: watch::Receiver<Line>) {
    if *line.borrow() == Line::Cut {
        return;
    }
    let Ok(mut server) = TcpStream::connect(host).await else { return };
    loop {
        let now = *line.borrow_and_update();
        let copied = copy_bidirectional(&mut client, &mut server);
        tokio::select! {
            _ = copied, if now == Line::Open => return,
            changed = line.changed() => {
                if changed.is_err() || *line.borrow() == Line::Cut {
                    return;
                }
            }
        }
    }
}
