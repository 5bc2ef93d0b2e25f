//! The shutdown of a server behind a proxy that passes requests to several.

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::program::{Folder, Server};

/// The head of a response on a connection that the client keeps open; its body is read as well.
async fn head_on(connection: &mut BufReader<TcpStream>) -> String {
    let request = b"GET /healthz HTTP/1.1\r\nHost: mizan\r\n\r\n";
    connection.get_mut().write_all(request).await.unwrap();
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(connection.read_line(&mut head).await.unwrap() > 0, "{head}");
    }
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    let mut body = vec![0; length.parse().unwrap()];
    connection.read_exact(&mut body).await.unwrap();
    head
}

#[tokio::test]
async fn a_stopping_server_is_not_ready_and_still_serves_until_its_proxy_has_noticed() {
    let folder = Folder::new();
    folder.printed(&["migrate"]).await;
    let mut command = folder.command(&["serve"]);
    command.env("SHUTDOWN_DELAY_SECONDS", "4");
    let server = Server::start_by(command).await;
    let status = async |path| server.request(("GET", path), None, &Value::Null).await.0;
    let mut kept = BufReader::new(TcpStream::connect(server.address()).await.unwrap());
    let head = head_on(&mut kept).await;
    assert!(head.starts_with("HTTP/1.1 200 ") && !head.contains("connection: close"), "{head}");
    assert_eq!(status("/readyz").await, 200);

    server.terminate().await;
    while status("/readyz").await == 200 {}
    assert_eq!(status("/readyz").await, 503);
    assert_eq!(status("/healthz").await, 200, "new connections are still accepted");
    let head = head_on(&mut kept).await;
    assert!(head.starts_with("HTTP/1.1 200 ") && head.contains("connection: close"), "{head}");
    assert_eq!(kept.read(&mut [0]).await.unwrap(), 0, "the connection ends with its response");
    let address = server.address();
    let (status, said) = server.ended().await;
    assert!(status.success(), "{said}");
    assert!(TcpStream::connect(address).await.is_err());
}
